/**
 * Reservations of collateral: one ledger owns it, trading leaders reserve it in chunks before they take orders. Each decides on its
 * memory, which is its journal folded, and gives effects that are carried out one by one: a crash may come before any of them.
 */

/** Place of the ledger among the leaders; trading leaders have those from 1. */
export const LEDGER = 0;

/** Rules of the protocol. A broken variant leaves one out. */
export type Rule =
  | "a reserve is durable before its grant leaves"
  | "a grant is applied once"
  | "the last grant's number is durable"
  | "an order is durable before its answer"
  | "a return is durable before it leaves"
  | "a return is applied once"
  | "a return is durable before it is acknowledged"
  | "what nobody acknowledged is sent again";
export type Without = ReadonlySet<Rule>;

/** Collateral of an account in an order, a grant or a return, each with its number in its order. */
type Amount = { readonly account: number; readonly amount: number; readonly no: number };

/** Message between ledger and trading leader. Wants and recalls are hints; a `done` has the number of the last one applied. */
export type Message = Amount & {
  readonly type: "want" | "recall" | "grant" | "grant-done" | "return" | "return-done";
  readonly from: number;
  readonly to: number;
};

/** Effect of an event on the free collateral of its account. */
const SIGNS = {
  deposited: 1,
  withdrawn: -1,
  /** The ledger reserves for a leader, and has a return home. */
  reserved: -1,
  home: 1,
  granted: 1,
  returned: -1,
  ordered: -1,
  canceled: 1,
  /** The winner of a market gets its backing. */
  resolved: 1,
};

/** Entry of a journal. `peer` is the place of the other leader. Two orders that match pay for the backing of a market. */
export type Event =
  | (Amount & { readonly type: keyof typeof SIGNS; readonly peer: number })
  | { readonly type: "matched"; readonly orders: readonly [number, number] };

export type Effect = { readonly append: Event } | { readonly send: Message } | { readonly answer: number };

/** Memory of a ledger or of a trading leader, folded from its journal. */
export type Memory = {
  /** Collateral of each account: free at the ledger, or behind no order or share at a trading leader. */
  readonly free: number[];
  withdrawn: number;
  /** The ledger's reserves by leader. */
  readonly reserved: number[];
  /** Transfers sent by receiver, and the number of the last one applied by sender. */
  readonly sent: Amount[][];
  readonly applied: number[];
  readonly orders: Map<number, Amount>;
  ordered: number;
  readonly backing: Amount[][];
};

export type Leader = {
  readonly place: number;
  readonly journal: Event[];
  readonly memory: Memory;
  /** Lost in a crash: numbers acknowledged by receivers, accounts that wait for a grant, and those with recent orders. */
  readonly acknowledged: number[];
  readonly asked: Set<number>;
  readonly active: Set<number>;
};

export type Sizes = { readonly leaders: number; readonly accounts: number; readonly chunk: number };

export const zeros = (length: number): number[] => Array.from({ length }, () => 0);

/** Makes a leader of what its journal holds: at the first start, and after each crash. */
export function recover(place: number, journal: Event[], sizes: Sizes, without: Without): Leader {
  const all = zeros(sizes.leaders + 1);
  const memory: Memory = {
    free: zeros(sizes.accounts),
    withdrawn: 0,
    reserved: [...all],
    sent: all.map(() => []),
    applied: [...all],
    orders: new Map(),
    ordered: 0,
    backing: [],
  };
  for (const event of journal) apply(memory, event);
  if (without.has("the last grant's number is durable") && place !== LEDGER) memory.applied[LEDGER] = 0;
  const forgets = without.has("what nobody acknowledged is sent again");
  const acknowledged = forgets ? memory.sent.map(({ length }) => length) : all;
  return { place, journal, memory, acknowledged, asked: new Set(), active: new Set() };
}

/** Changes a memory by an event of its journal. */
export function apply(memory: Memory, event: Event): void {
  const { free, reserved, sent, applied, orders, backing } = memory;
  if (event.type === "matched") {
    backing.push(event.orders.map((no) => orders.get(no)!));
    for (const no of event.orders) orders.delete(no);
    return;
  }
  const { type, account, amount, no, peer } = event;
  free[account]! += SIGNS[type] * amount;
  if (type === "withdrawn") memory.withdrawn += amount;
  if (type === "reserved" || type === "home") reserved[peer]! -= SIGNS[type] * amount;
  if (type === "reserved" || type === "returned") sent[peer]!.push(event);
  if (type === "granted" || type === "home") applied[peer] = no;
  if (type === "ordered") orders.set((memory.ordered = no), event);
  if (type === "canceled") orders.delete(no);
  if (type === "resolved") backing.shift();
}

const both = (append: Event, after: Effect, isDurableFirst: boolean): Effect[] =>
  isDurableFirst ? [{ append }, after] : [after, { append }];

/** Answers a message; gives what to append and to send, in this order. */
export function take(leader: Leader, message: Message, without: Without): Effect[] {
  const { type, from: peer, to: from, no, account, amount } = message;
  const { memory, acknowledged, asked } = leader;
  if (type === "want") return reserve(leader, message, without);
  if (type === "recall") return giveBack(leader, account, 0, without);
  if (type === "grant-done" || type === "return-done") {
    acknowledged[peer] = Math.max(acknowledged[peer]!, no);
    return [];
  }
  const isGrant = type === "grant";
  const last = memory.applied[peer]!;
  const once = !without.has(isGrant ? "a grant is applied once" : "a return is applied once");
  const isNext = no === last + 1 || !once;
  const done: Effect = {
    send: { type: `${type}-done`, from, to: peer, account, amount, no: isNext ? no : last },
  };
  if (!isNext) return [done];
  if (isGrant) asked.delete(account);
  const isDurableFirst = isGrant || !without.has("a return is durable before it is acknowledged");
  return both({ type: isGrant ? "granted" : "home", peer, no, account, amount }, done, isDurableFirst);
}

/** Reserves of an account's free collateral what a leader wants, and calls the rest back from others. */
function reserve({ memory, acknowledged }: Leader, want: Message, without: Without): Effect[] {
  const { from: peer, account } = want;
  const sent = memory.sent[peer]!;
  if (sent.slice(acknowledged[peer]).some((grant) => grant.account === account)) return [];
  const amount = Math.min(memory.free[account]!, want.amount);
  const grant: Amount = { account, amount, no: sent.length + 1 };
  const send = (type: "grant" | "recall", to: number): Effect => ({
    send: { ...grant, type, from: LEDGER, to },
  });
  const isDurableFirst = !without.has("a reserve is durable before its grant leaves");
  const granted = both({ ...grant, type: "reserved", peer }, send("grant", peer), isDurableFirst);
  const recalls = memory.sent.flatMap((grants, other) =>
    other !== peer && grants.some((one) => one.account === account) ? [send("recall", other)] : [],
  );
  return [...(amount > 0 ? granted : []), ...(amount < want.amount ? recalls : [])];
}

/** Returns an account's collateral that is behind nothing, all but `kept`. */
export function giveBack({ place, memory }: Leader, account: number, kept: number, without: Without) {
  const amount = memory.free[account]! - kept;
  if (amount <= 0) return [];
  const back: Amount = { account, amount, no: memory.sent[LEDGER]!.length + 1 };
  const send: Message = { ...back, type: "return", from: place, to: LEDGER };
  const isDurableFirst = !without.has("a return is durable before it leaves");
  return both({ ...back, type: "returned", peer: LEDGER }, { send }, isDurableFirst);
}

/** Takes an order that what is granted covers; asks for a chunk when less than half of one is left. */
export function placeOrder(leader: Leader, stake: Omit<Amount, "no">, chunk: number, without: Without) {
  const { memory, place, asked, active } = leader;
  const left = memory.free[stake.account]! - stake.amount;
  const order: Amount = { ...stake, no: memory.ordered + 1 };
  const isDurableFirst = !without.has("an order is durable before its answer");
  const ordered = both({ ...order, type: "ordered", peer: place }, { answer: order.no }, isDurableFirst);
  const effects = left >= 0 ? ordered : [];
  active.add(stake.account);
  if (asked.has(stake.account) || left >= chunk / 2) return effects;
  asked.add(stake.account);
  const amount = Math.max(chunk, stake.amount);
  return [...effects, { send: { ...stake, type: "want", amount, no: 0, from: place, to: LEDGER } as const }];
}

/** Number of unacknowledged transfers that are sent again at a time. */
const SENT_AGAIN = 8;

/** Sends transfers again that their receivers have not acknowledged, and lets accounts ask again. */
export function sendAgain({ place, memory, acknowledged, asked }: Leader): Effect[] {
  asked.clear();
  const type = place === LEDGER ? "grant" : "return";
  return memory.sent.flatMap((sent, to) =>
    sent
      .slice(acknowledged[to], acknowledged[to]! + SENT_AGAIN)
      .map(({ account, amount, no }) => ({ send: { type, from: place, to, account, amount, no } })),
  );
}
