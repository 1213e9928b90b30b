/** Settings of TLS, which either all addresses use or none. */
import { anyText, parseBoolean } from "./parsers.ts";
import type { SettingTree } from "./setting.ts";

export const TLS_SETTINGS = {
  certificate: {
    name: "PRESAGE_TLS_CERT",
    unset: undefined,
    meaning:
      "file of a certificate, or of a chain that begins with it, in PEM: all addresses then [speak TLS](operating.md#tls)",
    parse: anyText,
  },
  key: {
    name: "PRESAGE_TLS_KEY",
    unset: undefined,
    meaning: "file of its private key, in PEM without a passphrase",
    parse: anyText,
  },
  selfSigned: {
    name: "PRESAGE_TLS_SELF_SIGNED",
    standard: "false",
    meaning:
      "in the sandbox: TLS with a certificate that is made and kept in the data directory, as `tls-certificate.pem`",
    kind: "switch",
    parse: parseBoolean,
  },
} as const satisfies SettingTree;
