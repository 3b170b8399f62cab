// Made by tests/support/page_types.py from the OpenAPI document.
declare namespace Api {
  interface AdviceSoFar {
    against: Opponents;
    final: boolean;
    plans: RankedTurn[];
    playouts: number;
    seconds: number;
    settled: boolean;
  }
  interface Answered {
    again: string | null;
    behind: string;
    best: PlanOfTurn[];
    lost: number;
    points: number;
    right: boolean | null;
    told: string;
    turn: PlanOfTurn | null;
    why: string[];
  }
  interface Chance {
    error: number | null;
    value: number | null;
  }
  interface ComputerOfGame {
    about: string;
    name: "best" | "easy" | "hard" | "medium";
  }
  interface Done {
    reason: "finished" | "problem" | "server stops";
  }
  interface EquityParts {
    community: number;
    leave: number;
    margin: number;
    patent: number;
    total: number;
  }
  interface Hint {
    advice_needs: string;
    note: string;
    plans: PlanOfTurn[];
    tables: string;
  }
  interface LaidLetter {
    letter: string;
    source: "community" | "duplicate" | "hand" | "suffix";
    y_as: "" | "consonant" | "vowel";
  }
  interface LaidWord {
    doublers: string;
    letters: LaidLetter[];
    word: string;
  }
  interface LetterOfGame {
    ability: string;
    cards: number;
    cost: number;
    letter: string;
  }
  interface Meaning {
    gloss: string;
    lemma: string;
    part_of_speech: string;
  }
  type Opponents = "common" | "easy" | "hard" | "medium" | "static";
  interface OpponentsOfAdvice {
    called: string;
    name: Opponents;
  }
  interface Pays {
    doublers: string;
    money: number;
    patents: string;
    stock: number;
    y_as: ("" | "consonant" | "vowel")[];
  }
  interface PlanOfTurn {
    buy: string;
    discards: string;
    equity: EquityParts;
    kept: string;
    money: number;
    notation: string;
    purchasable: string;
    replace: string;
    royalties: Royalty[];
    stock: number;
    words: LaidWord[];
  }
  interface PracticePosition {
    community: string;
    deck: number;
    discards: string;
    final_round: number | null;
    goal: number;
    hand: string;
    lexicon: string;
    position: string;
    replaced: boolean;
    round: number;
    rules: Record<string, unknown>;
    seats: Seat[];
    start: number;
    you: number;
  }
  interface PracticeRoom {
    date: string;
    hands: PracticePosition[];
    is_owner: boolean;
    lexicon: string;
    max_points: number;
    next: string | null;
    puzzles: PracticePosition[];
  }
  interface Problem {
    detail: string;
    status: number;
    title: string;
    type: string;
  }
  interface RankedTurn {
    margin: Chance;
    plan: PlanOfTurn;
    playouts: number;
    reasons: string[];
    whole: boolean;
    win: Chance;
  }
  interface Rival {
    money?: number;
    patents?: string;
    stock?: number;
  }
  interface Royalty {
    dollars: number;
    letters: string;
    opponent: number;
  }
  interface RulesetOfGame {
    community: number;
    goals: Record<string, number>;
    hand: number;
    name: string;
  }
  interface Seat {
    money: number;
    name: string;
    patent_value: number;
    patents: string;
    score: number;
    stock: number;
  }
  interface Setup {
    computers: ComputerOfGame[];
    digests: Record<string, string>;
    letters: LetterOfGame[];
    lexicons: string[];
    max_opponents: number;
    max_seconds: number;
    opponents: OpponentsOfAdvice[];
    rulesets: RulesetOfGame[];
    seconds: number;
  }
  interface Status {
    message: string;
    state: "ready" | "starting";
    version: string;
  }
  interface Table {
    community?: string;
    discards?: string;
    final_round?: number | null;
    goal?: number | null;
    hand: string;
    lexicon?: string | null;
    money?: number;
    opponents?: Rival[];
    patents?: string;
    replaced?: boolean;
    round?: number | null;
    ruleset?: "online" | "reference-manual" | "rulebook";
    stacking?: "add" | "at-most-one" | "multiply" | null;
    start?: number | null;
    stock?: number;
  }
  interface TableOfComputer {
    community?: string;
    computer?: "best" | "easy" | "hard" | "medium";
    discards?: string;
    final_round?: number | null;
    goal?: number | null;
    hand: string;
    lexicon?: string | null;
    money?: number;
    opponents?: Rival[];
    patents?: string;
    replaced?: boolean;
    round?: number | null;
    ruleset?: "online" | "reference-manual" | "rulebook";
    seed?: number;
    stacking?: "add" | "at-most-one" | "multiply" | null;
    start?: number | null;
    stock?: number;
  }
  interface Tried {
    date: string;
    turn: string;
  }
  interface Verdict {
    again: string | null;
    right: boolean;
  }
  interface Waiting {
    ahead: number;
  }
  interface Word {
    anagrams: string[];
    is_word: boolean;
    lists: Record<string, boolean>;
    means: Meaning[];
    needs: string;
    one_less: string[];
    one_more: string[];
    one_other: string[];
    pays: Pays[];
    why_not: string;
    with_suffix: string;
    word: string;
  }
}
