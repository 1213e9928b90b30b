/** Model of how many orders a second machines carry, from costs of processor time: the first part that is busy for its share is the limit. */

/** Microseconds of processor time an order; of a batch where it says so. */
export type Costs = {
  /** Thread that does all but verify signatures, where there are no gateways, and all processor time of the exchange then. */
  readonly lone: number;
  readonly loneAll: number;
  readonly engine: number;
  /** Work of the one gateway that has the order, its following included; following of each other gateway. */
  readonly gateway: number;
  readonly following: number;
  /** Sending a batch to a further gateway thread. */
  readonly batch: number;
  /** An order and its answer over NATS, at either end, beyond those between threads. */
  readonly bus: number;
  readonly helpers: number;
  readonly journal: number;
  readonly tables: number;
};

/** Share of its time for which a thread or a machine may be busy. */
export const UTILISATION = 0.7;
/** Batches a second: one commit of 0.7 ms after the other. */
const MAX_BATCHES = 1_430;
const MICROS = 1_000_000;

export type Machines = {
  /** Processors of the machine with the engine; all others run there too, unless they have their own. */
  readonly cores: number;
  readonly hasDatabase: boolean;
  /** Processors of machines for gateways alone, which are reached over NATS. */
  readonly gatewayCores?: number;
};

export type Capacity = { readonly gateways: number; readonly orders: number; readonly limit: string };

type Part = {
  readonly name: string;
  readonly order: number;
  readonly batch?: number;
  readonly cores?: number;
};

/** Computes the orders a second that a part carries. Batches are as many as orders while these are few. */
function carry({ order, batch = 0, cores = 1 }: Part, utilisation: number): number {
  const time = cores * MICROS * utilisation;
  return Math.max(time / (order + batch), (time - batch * MAX_BATCHES) / order);
}

/** Lists the parts that orders pass, with their costs. Helpers of V8 are counted where the gateways are. */
export function listParts(costs: Costs, machines: Machines, gateways: number): Part[] {
  const { engine, gateway, following, batch, bus, helpers, journal, tables } = costs;
  const { cores, hasDatabase, gatewayCores } = machines;
  const sessions = [
    { name: "session of the read tables", order: tables },
    { name: "session of the journal", order: journal },
  ];
  const postgres = hasDatabase ? journal + tables : 0;
  if (gateways === 0) {
    const all = costs.loneAll - (hasDatabase ? 0 : journal + tables);
    return [
      { name: "main thread", order: costs.lone },
      { name: "processors", order: all, cores },
      ...sessions,
    ];
  }
  const isApart = gatewayCores !== undefined;
  const sending = isApart ? 0 : (gateways - 1) * batch;
  const passing = isApart ? bus : 0;
  const ofGateways = gateway + passing + (gateways - 1) * following + helpers;
  const share = (gateway + passing - following) / gateways + following;
  const ofEngine = engine + passing;
  const here = ofEngine + postgres + (isApart ? 0 : ofGateways);
  return [
    { name: "engine's thread", order: ofEngine, batch: sending },
    { name: "gateways' threads", order: share },
    ...sessions,
    { name: "processors", order: here, batch: sending, cores },
    ...(isApart ? [{ name: "gateways' processors", order: ofGateways, cores: gatewayCores }] : []),
  ];
}

/** Finds the part that carries least. */
export function computeCapacity(
  costs: Costs,
  machines: Machines,
  gateways: number,
  utilisation = UTILISATION,
): Capacity {
  const parts = listParts(costs, machines, gateways).map((part) => ({
    limit: part.name,
    orders: carry(part, utilisation),
  }));
  const least = parts.reduce((first, part) => (part.orders < first.orders ? part : first));
  return { gateways, ...least };
}

/** Finds the number of gateways that carries most, the fewest of several; at most one for each processor. */
export function computeBest(costs: Costs, machines: Machines): Capacity {
  const most = machines.gatewayCores ?? machines.cores;
  const all = Array.from({ length: most }, (_, index) => computeCapacity(costs, machines, index + 1));
  return all.reduce((best, one) => (one.orders > best.orders ? one : best));
}
