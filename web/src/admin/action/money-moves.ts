/**
 * Operations that move or promise money. The console holds one back while another of its kind is unanswered: the same
 * transfer with an address in capitals, or a list with other separators, would be a new request and move the money twice.
 */
const MOVES = ["POST /credits", "POST /debits", "POST /accounts/fundings", "POST /invites"] as const;

export type MoneyMove = (typeof MOVES)[number];

export const findMoneyMove = (content: string): MoneyMove | undefined =>
  MOVES.find((move) => content.startsWith(`${move} `));

/** A request that was held back because another one of its kind is unanswered. */
export class HeldBackError extends Error {
  readonly move: MoneyMove;
  /** Time at which the unanswered request was sent. */
  readonly sentAtMs: number;

  constructor(move: MoneyMove, sentAtMs: number) {
    super(`${move} of before has no answer`);
    this.move = move;
    this.sentAtMs = sentAtMs;
  }
}

/** Text about an unanswered request: its time, and its kind if it moves money. */
type Words = { readonly moves: Readonly<Record<MoneyMove, string>> };

export const describeSent = ({ moves }: Words, time: string, move: MoneyMove | undefined): string =>
  move === undefined ? time : `${time} (${moves[move]})`;
