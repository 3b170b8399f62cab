// Made by tests/support/made_scripts.py from the structs of web/schema.py.
declare namespace Api {
  interface AdviceSoFar {
    turns: RankedRow[];
    playouts: number;
    seconds: number;
    settled: boolean;
    final: boolean;
    against: Opponents;
  }
  interface Chance {
    value: number | null;
    error: number | null;
  }
  interface ComputerOfGame {
    name: "best" | "easy" | "hard" | "medium";
    about: string;
  }
  interface Done {
    reason: "finished" | "problem" | "server stops";
  }
  interface EquityParts {
    total: number;
    margin: number;
    patent: number;
    leave: number;
    community: number;
  }
  interface Hint {
    turns: WholeTurn[];
    note: string;
    advice_needs: string;
    tables: string;
  }
  interface LaidWord {
    word: string;
    sources: string;
    ys: string;
    doublers: string;
  }
  interface Meaning {
    lemma: string;
    part_of_speech: string;
    gloss: string;
  }
  type Opponents = "common" | "easy" | "hard" | "medium" | "static";
  interface OpponentsOfAdvice {
    name: Opponents;
    called: string;
  }
  interface Pays {
    patents: string;
    money: number;
    stock: number;
    doublers: string;
  }
  interface Problem {
    title: string;
    status: number;
    detail: string;
    type: string;
  }
  interface RankedRow {
    turn: WholeTurn;
    playouts: number;
    win: Chance;
    lead: Chance;
    whole: boolean;
    reasons: string[];
  }
  interface Rival {
    patents?: string;
    money?: number;
    stock?: number;
  }
  interface Royalty {
    opponent: number;
    dollars: number;
    letters: string;
  }
  interface Seat {
    name: string;
    patents: string;
    patent_value: number;
    money: number;
    stock: number;
    score: number;
  }
  interface Setup {
    lexicons: string[];
    digests: Record<string, string>;
    rulesets: string[];
    opponents: OpponentsOfAdvice[];
    computers: ComputerOfGame[];
    max_opponents: number;
    seconds: number;
    note: string;
  }
  interface Table {
    hand: string;
    community?: string;
    patents?: string;
    money?: number;
    stock?: number;
    opponents?: Rival[];
    replaced?: boolean;
    ruleset?: "online" | "reference-manual" | "rulebook";
    stacking?: "add" | "at-most-one" | "multiply" | null;
    goal?: number | null;
    lexicon?: string | null;
    discards?: string;
    round?: number | null;
    start?: number | null;
    final_round?: number | null;
  }
  interface TableOfComputer {
    hand: string;
    community?: string;
    patents?: string;
    money?: number;
    stock?: number;
    opponents?: Rival[];
    replaced?: boolean;
    ruleset?: "online" | "reference-manual" | "rulebook";
    stacking?: "add" | "at-most-one" | "multiply" | null;
    goal?: number | null;
    lexicon?: string | null;
    discards?: string;
    round?: number | null;
    start?: number | null;
    final_round?: number | null;
    computer?: "best" | "easy" | "hard" | "medium";
    seed?: number;
  }
  interface Waiting {
    ahead: number;
  }
  interface WholeTurn {
    notation: string;
    replace: string;
    words: LaidWord[];
    money: number;
    stock: number;
    royalties: Royalty[];
    purchasable: string;
    buy: string;
    discards: string;
    leave: string;
    equity: EquityParts;
  }
  interface Word {
    word: string;
    is_word: boolean;
    lists: Record<string, boolean>;
    why_not: string;
    means: Meaning[];
    anagrams: string[];
    one_more: string[];
    one_less: string[];
    one_other: string[];
    pays: Pays[];
    with_suffix: string;
    needs: string;
  }
}
