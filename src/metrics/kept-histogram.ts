/**
 * A histogram whose instruments are found once by their labels: prom-client's own puts the labels together as text at each
 * value, which would be most of the cost of counting an order.
 */
import type { Histogram, Registry } from "prom-client";
import { elementAt } from "../core/element-at.ts";

export type HistogramTerms<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds, the lowest first. */
  readonly buckets: readonly number[];
};

/** Values with the same labels. */
export class KeptValues {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    const before = this.#counts[at];
    if (before !== undefined) this.#counts[at] = before + 1;
  }

  /** Gives the values as they are told: each bucket counts those of all lower ones too. */
  tell(name: string, labels: Readonly<Record<string, string>>) {
    let below = 0;
    const buckets = this.#bounds.map((le, at) => {
      below += elementAt(this.#counts, at);
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: this.#count },
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ];
  }
}

type Told = { readonly values: KeptValues; readonly labels: Readonly<Record<string, string>> };

export class KeptHistogram<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #buckets: readonly number[];
  readonly #kept = new Map<string, Told>();
  readonly #bare: KeptValues | undefined;

  constructor({ name, help, labelNames, buckets }: HistogramTerms<Label>) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#buckets = buckets;
    // One without labels is told from the start, at zero.
    this.#bare = labelNames.length === 0 ? this.of({} as Readonly<Record<Label, string>>) : undefined;
  }

  /** The instrument with these labels: to be kept by whoever observes often. */
  of(labels: Readonly<Record<Label, string>>): KeptValues {
    const key = JSON.stringify(this.labelNames.map((label) => labels[label]));
    const known = this.#kept.get(key)?.values;
    if (known !== undefined) return known;
    const values = new KeptValues(this.#buckets);
    this.#kept.set(key, { values, labels });
    return values;
  }

  /** Notes a value of a histogram without labels. */
  observe(value: number): void {
    if (this.#bare === undefined) throw new Error(`${this.name} has labels: ${this.labelNames.join(", ")}`);
    this.#bare.observe(value);
  }

  /** Gives all values, in the form that prom-client asks of a metric. */
  async get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.#kept.values()].flatMap((told) => told.values.tell(name, told.labels));
    return { name, help, type, aggregator, values };
  }
}

/** Creates a histogram that the registry tells with its own metrics. */
export function registerHistogram<Label extends string>(
  registry: Registry,
  terms: HistogramTerms<Label>,
): KeptHistogram<Label> {
  const histogram = new KeptHistogram(terms);
  // The registry asks nothing of a metric but its name and `get`.
  registry.registerMetric(histogram as unknown as Histogram);
  return histogram;
}
