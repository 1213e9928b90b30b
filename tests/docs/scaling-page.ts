/** docs/explanation/scaling.md, with its tables of the model of capacity and of simulated reservations. */
import { computeBest, computeCapacity, UTILISATION } from "../scaling/capacity.ts";
import type { Capacity, Costs, Machines } from "../scaling/capacity.ts";
import { COMMAND, COST_NAMES, QUICK, SLOW } from "../scaling/measured-costs.ts";
import { simulateLeaders } from "../scaling/simulate-leaders.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

const ALONE: readonly Machines[] = [4, 8, 16, 32].map((cores) => ({ cores, hasDatabase: true }));
const SEVERAL: readonly (readonly [name: string, Machines])[] = [
  ["8; database elsewhere", { cores: 8, hasDatabase: false }],
  ["4; database elsewhere; gateways on 8", { cores: 4, hasDatabase: false, gatewayCores: 8 }],
  ["4; database elsewhere; gateways on 2 x 8", { cores: 4, hasDatabase: false, gatewayCores: 16 }],
];

const shown = (count: number): string => (Math.round(count / 10) * 10).toLocaleString("en-US");
const cellsOf = ({ gateways, orders, limit }: Capacity): string[] => [String(gateways), shown(orders), limit];

function costsTable(): string {
  const names = Object.keys(COST_NAMES) as (keyof Costs)[];
  const row = (name: string, costs: Costs): string[] => [
    name,
    ...names.map((cost) => costs[cost].toLocaleString("en-US")),
  ];
  return markdownTable(["µs", ...Object.values(COST_NAMES)], [row("quick", QUICK), row("slow", SLOW)]);
}

/** Computes orders a second with as many gateways as `auto` starts. */
const byAuto = (machines: Machines): string =>
  shown(computeCapacity(QUICK, machines, Math.min(machines.cores - 2, 8)).orders);

function capacityTable(): string {
  const [least] = ALONE;
  const without = [QUICK, SLOW].map((costs) => cellsOf(computeCapacity(costs, least!, 0)));
  const row = (name: string, machines: Machines, auto: string): string[] => [
    name,
    ...cellsOf(computeBest(QUICK, machines)),
    auto,
    ...cellsOf(computeBest(SLOW, machines)),
  ];
  return markdownTable(
    [
      "processors",
      "quick: gateways",
      "orders/s",
      "limit",
      "by `auto`",
      "slow: gateways",
      "orders/s",
      "limit",
    ],
    [
      [`${least!.cores}, without gateways`, ...without[0]!, "", ...without[1]!],
      ...ALONE.map((machines) => row(String(machines.cores), machines, byAuto(machines))),
      ...SEVERAL.map(([name, machines]) => row(name, machines, "")),
    ],
  );
}

const [ACCOUNTS, LEADERS, DEPOSIT, STEPS] = [10, 8, 1_000, 10_000];

function reservationsTable(): string {
  const fixed = { seed: 1, leaders: LEADERS, accounts: ACCOUNTS, steps: STEPS, deposit: DEPOSIT, largest: 1 };
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;
  const rows = [1, 10, 100].flatMap((chunk) =>
    [1, LEADERS].map((spread) => {
      const counts = simulateLeaders({ ...fixed, chunk, spread, lossy: 0, crashes: 0, without: new Set() });
      const { orders, messages, waiting, idle } = counts;
      const served = ((UTILISATION * 1_000_000) / (COMMAND + QUICK.bus) / messages) * orders;
      return [
        String(chunk),
        String(spread),
        (messages / orders).toFixed(2),
        percent(waiting, orders + waiting),
        percent(idle, STEPS * ACCOUNTS * DEPOSIT),
        shown(served),
      ];
    }),
  );
  return markdownTable(
    [
      "chunk",
      "leaders of a trader",
      "messages an order",
      "orders that wait",
      "idle collateral",
      "ledger: orders/s",
    ],
    rows,
  );
}

const TABLES: { readonly [name: string]: () => string } = {
  costs: costsTable,
  capacity: capacityTable,
  reservations: reservationsTable,
};

export const scalingPage = () => pageOf("explanation/scaling.md", (name) => TABLES[name]!());
