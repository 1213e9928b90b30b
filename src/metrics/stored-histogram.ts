/**
 * A histogram that caches the values of each set of labels. prom-client's own histogram builds a text of the labels for
 * each value, which would be most of the cost of counting an order.
 */
import type { Histogram, Registry } from "prom-client";
import { elementAt } from "../core/values/element-at.ts";

export type HistogramOptions<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds of the buckets, in ascending order. */
  readonly buckets: readonly number[];
};

/** Values with one set of labels. */
export class StoredValues {
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

  /** Returns the values in cumulative form: each bucket includes all lower buckets. */
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

type ReportedValue = { readonly values: StoredValues; readonly labels: Readonly<Record<string, string>> };

export class StoredHistogram<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #buckets: readonly number[];
  readonly #kept = new Map<string, ReportedValue>();
  readonly #bare: StoredValues | undefined;

  constructor({ name, help, labelNames, buckets }: HistogramOptions<Label>) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#buckets = buckets;
    // A histogram without labels reports zero from the start.
    this.#bare = labelNames.length === 0 ? this.of({} as Readonly<Record<Label, string>>) : undefined;
  }

  /** Returns the values with these labels. Frequent callers should cache the result. */
  of(labels: Readonly<Record<Label, string>>): StoredValues {
    const key = JSON.stringify(this.labelNames.map((label) => labels[label]));
    const known = this.#kept.get(key)?.values;
    if (known !== undefined) return known;
    const values = new StoredValues(this.#buckets);
    this.#kept.set(key, { values, labels });
    return values;
  }

  /** Records a value of a histogram without labels. */
  observe(value: number): void {
    if (this.#bare === undefined) throw new Error(`${this.name} has labels: ${this.labelNames.join(", ")}`);
    this.#bare.observe(value);
  }

  /** Returns all values, in the format that prom-client expects of a metric. */
  async get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.#kept.values()].flatMap((told) => told.values.tell(name, told.labels));
    return { name, help, type, aggregator, values };
  }
}

/** Creates a histogram that the registry reports with its own metrics. */
export function registerHistogram<Label extends string>(
  registry: Registry,
  terms: HistogramOptions<Label>,
): StoredHistogram<Label> {
  const histogram = new StoredHistogram(terms);
  // The registry uses only the name and `get` of a metric.
  registry.registerMetric(histogram as unknown as Histogram);
  return histogram;
}
