/** Costs of an order, as docs/explanation/performance.md and docs/explanation/scaling.md have them, and prototypes of gateways. */
import type { Costs } from "./capacity.ts";

/** Costs of two quick cores. */
export const QUICK: Costs = {
  lone: 151,
  loneAll: 312,
  engine: 47,
  gateway: 250,
  following: 15,
  batch: 4.8,
  bus: 2.7,
  helpers: 50,
  journal: 28,
  tables: 39,
};

/** Costs of two slow, shared cores. */
export const SLOW: Costs = {
  lone: 955,
  loneAll: 1_630,
  engine: 249,
  gateway: 971,
  following: 197,
  batch: 24,
  bus: 14,
  helpers: 223,
  journal: 161,
  tables: 225,
};

export const COST_NAMES: { readonly [cost in keyof Costs]: string } = {
  lone: "main thread alone",
  loneAll: "with all others",
  engine: "engine",
  gateway: "w",
  following: "f",
  batch: "b",
  bus: "n",
  helpers: "helpers",
  journal: "journal",
  tables: "tables",
};

/** A command of the engine without HTTP and signatures. */
export const COMMAND = 16.1;
