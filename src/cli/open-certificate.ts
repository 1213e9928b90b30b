/** Opens the certificate that the settings name; `undefined` if they name none and the addresses speak plain HTTP. */
import type { Log } from "../log-event.ts";
import type { Config } from "../config.ts";
import { filesOf, keptIn } from "../tls/certificate-source.ts";
import type { CertificateSource } from "../tls/certificate-source.ts";
import { serveCertificate } from "../tls/served-certificate.ts";
import type { ServedCertificate } from "../tls/served-certificate.ts";

type TlsConfig = Pick<Config, "tls" | "host" | "adminHost">;

/** Opens the certificate. Throws an Error of one line that names the setting if the certificate cannot be served. */
export async function openCertificate(
  config: TlsConfig,
  directory: string,
  log: Pick<Log, "warn">,
): Promise<ServedCertificate | undefined> {
  const source = sourceOf(config, directory);
  return source && serveCertificate({ source, log, clock: Date.now });
}

function sourceOf({ tls, host, adminHost }: TlsConfig, directory: string): CertificateSource | undefined {
  const { certificate, key, selfSigned } = tls;
  if (certificate !== undefined && key !== undefined) return filesOf({ certificate, key });
  return selfSigned ? keptIn({ directory, boundTo: [host, adminHost], clock: Date.now }) : undefined;
}
