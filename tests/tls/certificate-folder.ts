/** A folder with a certificate and its key, for addresses on this machine; the files can be replaced. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeSelfSigned } from "../../src/tls/self-signed-certificate.ts";
import type { CertificateParams, CertificateTexts } from "../../src/tls/self-signed-certificate.ts";
import { scratchRoot } from "../support/scratch-directory.ts";

export const DAY_MS = 86_400_000;

export type CertificateFolder = {
  readonly path: string;
  /** The two files. */
  readonly certificate: string;
  readonly key: string;
  /** Makes another certificate without writing it. */
  make(terms?: Partial<CertificateParams>): CertificateTexts;
  write(texts: Partial<CertificateTexts>): void;
  close(): void;
};

/** Makes a folder with a certificate that is valid for some days. Close it in `after`. */
export function createCertificateFolder(): CertificateFolder {
  const path = mkdtempSync(join(scratchRoot(), "presage-tls-"));
  const files = { certificate: join(path, "certificate.pem"), key: join(path, "key.pem") };
  const now = Date.now();
  const folder: CertificateFolder = {
    path,
    ...files,
    make: (terms) =>
      makeSelfSigned({
        hosts: ["localhost", "127.0.0.1"],
        notBefore: now - DAY_MS,
        notAfter: now + 90 * DAY_MS,
        ...terms,
      }),
    write({ certificate, key }) {
      if (certificate !== undefined) writeFileSync(files.certificate, certificate);
      if (key !== undefined) writeFileSync(files.key, key, { mode: 0o600 });
    },
    close: () => rmSync(path, { recursive: true }),
  };
  folder.write(folder.make());
  return folder;
}
