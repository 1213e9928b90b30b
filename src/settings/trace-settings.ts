/**
 * Settings of traces. The environment may hold variables for the traces of other programs, so all settings apply only
 * if traces are on.
 */
import { maskUser, parseBaseUrl } from "../base/public-urls.ts";
import { anyText, parseOneOf } from "./parsers.ts";
import type { SettingTree, SettingsValues } from "./setting.ts";

export const TRACE_SETTINGS = {
  kept: {
    name: "PRESAGE_TRACES",
    standard: "off",
    meaning:
      "`on`: [requests are traced](../operating/monitoring.md#traces) from socket to commit, and the exchange sends the spans to a collector by OTLP; `wallets`: spans also have the wallet of the request",
    parse: parseOneOf("off", "on", "wallets"),
  },
  endpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    standard: "http://localhost:4318",
    meaning: "base address of the collector that takes traces by OTLP over HTTP",
    parse: anyText,
    conceal: maskUser,
  },
  protocol: {
    name: "OTEL_EXPORTER_OTLP_PROTOCOL",
    standard: "http/protobuf",
    meaning: "protocol of the collector; no other protocol is possible",
    parse: anyText,
  },
  headers: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    unset: "",
    meaning: "headers that the collector asks for, as `name=value,…`, with values percent-encoded",
    kind: "secret",
    parse: anyText,
  },
  service: {
    name: "OTEL_SERVICE_NAME",
    standard: "presage",
    meaning: "name of this service in its traces",
    parse: anyText,
  },
  sampler: {
    name: "OTEL_TRACES_SAMPLER",
    standard: "parentbased_always_on",
    meaning:
      "which requests are traced: `always_on`, `always_off` or `traceidratio`; with the prefix `parentbased_`, a caller's `traceparent` header decides",
    parse: anyText,
  },
  samplerArgument: {
    name: "OTEL_TRACES_SAMPLER_ARG",
    standard: "1",
    meaning: "share of the requests that `traceidratio` picks, from 0 to 1",
    parse: anyText,
  },
} as const satisfies SettingTree;

type TraceValues = SettingsValues<typeof TRACE_SETTINGS>;

/** Typed options of traces that are on. */
export type TraceSettings = {
  /** Base URL without a trailing slash. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly sampler: {
    /** True if a caller's own trace decides whether the request is sampled. */
    readonly byParent: boolean;
    /** Share of sampled traces among the traces that begin in this exchange. */
    readonly share: number;
  };
  /** True if spans name the requesting wallet. */
  readonly wallets: boolean;
};

/** Reads the options; `undefined` if traces are off. Throws an Error of one line that names the variable. */
export function readTraceSettings(values: TraceValues): TraceSettings | undefined {
  if (values.kept === "off") return undefined;
  readProtocol(values);
  return {
    endpoint: readEndpoint(values),
    headers: readHeaders(values),
    service: values.service,
    sampler: readSampler(values, readShare(values)),
    wallets: values.kept === "wallets",
  };
}

const { protocol, endpoint, headers, sampler, samplerArgument } = TRACE_SETTINGS;

function readProtocol(values: TraceValues): void {
  if (values.protocol !== protocol.standard)
    throw new Error(`${protocol.name}: expected ${protocol.standard}, got "${values.protocol}"`);
}
const readEndpoint = (values: TraceValues): string =>
  inVariable(endpoint.name, () => parseBaseUrl(values.endpoint));
const readHeaders = (values: TraceValues): Record<string, string> =>
  inVariable(headers.name, () => parseHeaders(values.headers));
const readShare = (values: TraceValues): number =>
  inVariable(samplerArgument.name, () => parseShare(values.samplerArgument));
const readSampler = (values: TraceValues, share: number): TraceSettings["sampler"] =>
  inVariable(sampler.name, () => parseSampler(values.sampler, share));

/** Checks, one for each variable, so that all errors are reported at once; they apply only if traces are on. */
export const TRACE_RULES: readonly ((values: TraceValues) => void)[] = [
  readProtocol,
  readEndpoint,
  readHeaders,
  (values: TraceValues) => readSampler(values, 1),
  readShare,
].map((read) => (values) => {
  if (values.kept !== "off") read(values);
});

function inVariable<Value>(name: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .filter((part) => part.trim() !== "")
      .map((part): [string, string] => {
        const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(part) ?? [];
        if (name === undefined || value === undefined) throw new Error("expected name=value,…");
        return [name, decodeURIComponent(value.trim())];
      }),
  );

function parseShare(text: string): number {
  if (/^(?:0|1|0?\.\d+|[01]\.\d+)$/.test(text) && Number(text) <= 1) return Number(text);
  throw new Error(`expected a number from 0 to 1, got "${text}"`);
}

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

function parseSampler(text: string, ratio: number): TraceSettings["sampler"] {
  const named = parseOneOf(...SAMPLERS)(text);
  const root = named.replace("parentbased_", "");
  const share = root === "traceidratio" ? ratio : Number(root === "always_on");
  return { byParent: named !== root, share };
}
