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
  interface AllGames {
    decisions: number;
    habits: HabitsSeen | null;
    judged: number;
    missing: string[];
    player: string;
    players: string[];
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
  interface HabitsSeen {
    games: number;
    kinds: KindLost[];
    months: MonthLost[];
    patents: PatentMissed[];
    turns: number;
    words: WordMissed[];
  }
  interface Hint {
    advice_needs: string;
    note: string;
    plans: PlanOfTurn[];
    tables: string;
  }
  interface Judged {
    costliest: number[];
    judgements: Judgement[];
    missing: number;
    players: PlayerSoFar[];
  }
  interface Judgement {
    best: PlanOfTurn;
    games: number;
    in_words: string;
    is_decided: boolean;
    loss: number;
    loss_error: number;
    margin: number;
    margin_error: number;
    margin_loss: number;
    margin_loss_error: number;
    turn: number;
    verdict: "best" | "blunder" | "fine" | "mistake";
    why: string[];
    win: number;
    win_error: number;
  }
  interface Kept {
    new: number;
  }
  interface KeptGame {
    game: string;
    is_over: boolean;
    is_tracked: boolean;
    names: string[];
    turns: number;
    victories: number[] | null;
    written: number;
  }
  interface KeptGames {
    games: KeptGame[];
    is_shown: boolean;
  }
  interface KindLost {
    decisions: number;
    difference: "Q" | "cards" | "challenge" | "exchange" | "none" | "patent" | "word";
    margin_loss: number;
    win_loss: number;
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
  interface MonthLost {
    games: number;
    kinds: KindLost[];
    month: string;
    turns: number;
  }
  type Opponents = "common" | "easy" | "hard" | "medium" | "static";
  interface OpponentsOfAdvice {
    called: string;
    name: Opponents;
  }
  interface PatentMissed {
    bought: number;
    games: number;
    letter: string;
    rounds: number | null;
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
  interface PlayerSoFar {
    best: number;
    blunders: number;
    fine: number;
    is_person: boolean;
    mistakes: number;
    no_score: string;
    open_turns: number;
    player: number;
    score: number | null;
    score_error: number | null;
    turns: number;
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
  interface Practise {
    date: string;
    player: number;
  }
  interface Problem {
    detail: string;
    status: number;
    title: string;
    type: string;
  }
  interface PurchaseThen {
    in_words: string;
    player: number;
    verdict: "best" | "blunder" | "fine" | "mistake";
  }
  interface RankedTurn {
    margin: Chance;
    plan: PlanOfTurn;
    playouts: number;
    reasons: string[];
    whole: boolean;
    win: Chance;
  }
  interface Review {
    blunder: number;
    blunder_dollars: number;
    decided: number;
    game: string;
    is_over: boolean;
    is_tracked: boolean;
    keeps_mistakes: boolean;
    lexicon: string;
    margins: number[] | null;
    max_seconds: number;
    min_open_turns: number;
    mistake: number;
    mistake_dollars: number;
    names: string[];
    own_goal: number | null;
    purchases: PurchaseThen[];
    ruleset: string;
    seconds: number;
    turns: TurnThen[];
    victories: number[] | null;
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
  interface TurnThen {
    active: number;
    community: string;
    deck: number;
    goal: number;
    hand: string;
    lexicon: string;
    number: number;
    played: PlanOfTurn;
    replaced: boolean;
    round: number;
    seats: Seat[];
    taken_back: string;
  }
  interface Upload {
    record: string;
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
  interface WordMissed {
    times: number;
    win_loss: number;
    word: string;
  }
}
