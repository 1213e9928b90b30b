/** Job of a gateway's thread, and the messages between that thread and the one of the engine. */
import type { VirtualTime } from "../engine/time/clocks.ts";
import type { Addresses } from "../http/mounts/interfaces.ts";
import type { CountedMetrics } from "../http/admin/exchange/metrics.ts";
import { ALL_SETTINGS } from "../settings/settings-table.ts";
import type { SettingText } from "../settings/read-settings.ts";
import type { Certificate } from "../tls/certificate.ts";

/** The text of a setting, by its name. */
type NamedText = Pick<SettingText, "text" | "source"> & { readonly name: string };

export type GatewayJob = {
  readonly settings: readonly NamedText[];
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  readonly masterKey: Uint8Array;
  /** Memory of the position of the engine. */
  readonly position: SharedArrayBuffer;
  /** Memory of the allowances of requests, and of checks of credentials. */
  readonly requests: SharedArrayBuffer;
  readonly checks: SharedArrayBuffer;
  /** Number of gateways, among which capacity is divided. */
  readonly gateways: number;
  /** Addresses that are open; without them the gateway opens the first of any free ports. */
  readonly addresses: Addresses | undefined;
  /** The operators' address. */
  readonly admin: string;
  readonly certificate: Certificate | undefined;
  readonly virtualTime: VirtualTime | undefined;
};

/** A step for a gateway; arrays are messages of the bus. */
export type GatewayStep =
  | readonly string[]
  | { readonly step: "close" }
  | { readonly step: "count"; readonly no: number }
  | { readonly certificate: Certificate };

/** A report of a gateway; arrays are messages of the bus. */
export type GatewayReport =
  | readonly string[]
  | { readonly opened: Addresses }
  | { readonly no: number; readonly counted: CountedMetrics }
  | { readonly failed: string };

export const nameTexts = (texts: readonly SettingText[]): NamedText[] =>
  texts.map(({ setting: { name }, text, source }) => ({ name, text, source }));

export const findTexts = (named: readonly NamedText[]): SettingText[] =>
  named.map(({ name, ...text }) => {
    const setting = ALL_SETTINGS.find((one) => one.name === name);
    if (setting === undefined) throw new Error(`no setting is called ${name}`);
    return { setting, ...text };
  });
