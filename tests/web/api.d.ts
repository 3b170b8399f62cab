// Made by tests/support/page_types.py from the OpenAPI document.
declare namespace Api {
  interface Act {
    turn: string;
    version: number;
  }
  interface Address {
    address: string;
    is_local: boolean;
  }
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
  interface BestTurn {
    money: number;
    player: number;
    round: number;
    stock: number;
    words: LaidWord[];
  }
  interface BestWord {
    money: number;
    player: number;
    stock: number;
    word: LaidWord;
  }
  interface Chance {
    error: number | null;
    value: number | null;
  }
  interface Done {
    reason: "finished" | "open elsewhere" | "problem" | "server stops";
  }
  interface Ending {
    best_turn: BestTurn | null;
    best_word: BestWord | null;
    royalties: RoyaltiesOf[];
  }
  interface EquityParts {
    community: number;
    leave: number;
    margin: number;
    patent: number;
    total: number;
  }
  interface GameToPlay {
    challenge?: "automatic" | "none" | "players";
    goal?: number | null;
    hints?: boolean;
    lexicon?: string | null;
    retries?: number;
    ruleset?: "online" | "reference-manual" | "rulebook";
    seats: NewSeat[];
    stacking?: "add" | "at-most-one" | "multiply" | null;
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
  interface Invitation {
    name: string;
    players: string[];
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
  interface Laid {
    money: number;
    royalties: SeatRoyalty[];
    stock: number;
    words: LaidWord[];
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
  interface Looked {
    laid: Laid | null;
    not_words: string[] | null;
    purchasable: string;
    why_not: string;
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
  interface NewSeat {
    level?: string;
    name?: string;
  }
  interface News {
    lines: string[];
    player: number;
    round: number;
    words: LaidWord[];
  }
  type Opponents = "common" | "easy" | "hard" | "medium" | "static";
  interface OpponentsOfAdvice {
    called: string;
    name: Opponents;
  }
  interface OwnSeat {
    seat: string;
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
  interface PlaySetup {
    about: Record<string, string>;
    is_local: boolean;
    level: string;
    levels: string[];
    max_seats: number;
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
    active: number;
    community: string;
    deck: number;
    final_round: number | null;
    goal: number;
    hand: string;
    lexicon: string;
    may_replace: boolean;
    phase: "challenge" | "clean-up" | "over" | "penalty" | "purchase" | "start";
    position: string;
    ranking: number[][];
    round: number;
    seats: Seat[];
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
    has_record: boolean;
    is_judged: boolean;
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
    seat: number | null;
    seconds: number;
    turns: TurnThen[];
    victories: number[] | null;
  }
  interface Rival {
    money?: number;
    patents?: string;
    stock?: number;
  }
  interface RoyaltiesOf {
    dollars: number;
    player: number;
    words_of: number;
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
  interface SeatRoyalty {
    dollars: number;
    letters: string;
    opponent: number;
  }
  interface SeenGame {
    active: number;
    asked: number;
    challenge: "automatic" | "none" | "players";
    community: string;
    computers: number[];
    deck: number;
    ending: Ending | null;
    final_round: number | null;
    goal: number;
    hand: string;
    hints: boolean;
    invitations: number[];
    laid: Laid | null;
    lexicon: string;
    may_replace: boolean;
    news: News[];
    phase: "challenge" | "clean-up" | "over" | "penalty" | "purchase" | "start";
    purchasable: string;
    ranking: number[][];
    rematch: string;
    round: number;
    seats: Seat[];
    trouble: string;
    undo: UndoSeen;
    version: number;
    waiting: number[];
    you: number;
  }
  interface Setup {
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
  interface TakeSeat {
    key: string;
  }
  interface ToLay {
    words: string;
  }
  interface Tried {
    date: string;
    turn: string;
  }
  interface TurnThen {
    active: number;
    community: string;
    deck: number;
    final_round: number | null;
    goal: number;
    hand: string;
    lexicon: string;
    may_replace: boolean;
    number: number;
    phase: "challenge" | "clean-up" | "over" | "penalty" | "purchase" | "start";
    played: PlanOfTurn;
    ranking: number[][];
    replaced: boolean;
    round: number;
    seats: Seat[];
    taken_back: string;
    you: number | null;
  }
  interface Undo {
    answer: "agree" | "ask" | "decline";
    version: number;
  }
  interface UndoSeen {
    alone: boolean;
    by: number | null;
    can_ask: boolean;
    to: UndoTo | null;
    waits_for: number[];
  }
  interface UndoTo {
    actions: number;
    active: number;
    phase: "challenge" | "clean-up" | "over" | "penalty" | "purchase" | "start";
    round: number;
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
