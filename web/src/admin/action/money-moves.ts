/**
 * Operations that move money, or promise it. One of them is not sent while another of its kind has no answer: an address in
 * capitals or a list with other separators would be another request, and move the money twice.
 */
const MOVES = ["POST /credits", "POST /debits", "POST /accounts/fundings", "POST /invites"] as const;

export type MoneyMove = (typeof MOVES)[number];

export const findMoneyMove = (content: string): MoneyMove | undefined =>
  MOVES.find((move) => content.startsWith(`${move} `));

/** A request was not sent, since another one of its kind has no answer. */
export class HeldBackError extends Error {
  readonly move: MoneyMove;
  /** Time at which the other one was sent. */
  readonly sentAtMs: number;

  constructor(move: MoneyMove, sentAtMs: number) {
    super(`${move} of before has no answer`);
    this.move = move;
    this.sentAtMs = sentAtMs;
  }
}

/** Words for a request that was not answered: its time, and its kind where it moves money. */
type Words = { readonly moves: Readonly<Record<MoneyMove, string>> };

export const sentText = ({ moves }: Words, time: string, move: MoneyMove | undefined): string =>
  move === undefined ? time : `${time} (${moves[move]})`;
