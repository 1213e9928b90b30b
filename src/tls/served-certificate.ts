/** The certificate that the addresses serve. A replaced file is served without a restart. */
import type { Log } from "../log-event.ts";
import { messageOf } from "../store/sql/unavailable.ts";
import { checkCertificate, validityFault } from "./certificate.ts";
import type { Certificate } from "./certificate.ts";
import type { CertificateSource } from "./certificate-source.ts";

export type ServedCertificate = {
  /** File of the certificate, for clients that must be told to trust it. */
  readonly file: string;
  current(): Certificate;
  /** Calls `take` with each new certificate; returns a function that ends this. */
  follow(take: (certificate: Certificate) => void): () => void;
  /** Checks once for a new certificate. Logs a fault and keeps serving the old certificate. */
  look(): Promise<void>;
  close(): void;
};

export type CertificateUse = {
  readonly source: CertificateSource;
  readonly log: Pick<Log, "warn">;
  /** Current time, milliseconds since 1970. */
  readonly clock: () => number;
};

/** Interval of the checks, ms. */
const LOOK_MS = 2_000;

/** Reads the certificate, and checks regularly for a new one. Throws an Error of one line. */
export async function serveCertificate({ source, log, clock }: CertificateUse): Promise<ServedCertificate> {
  let current = checkCertificate(await source.read(), source.names);
  let fault: string | undefined;
  const followers = new Set<(certificate: Certificate) => void>();
  /** Logs a persistent fault only once. */
  const say = (found: string | undefined): void => {
    if (found !== undefined && found !== fault)
      log.warn({ event: "certificate_fault" }, `${source.names.certificate.setting}: ${found}`);
    fault = found;
  };
  const look = async (): Promise<void> => {
    try {
      const texts = await source.read();
      if (!isSame(texts, current)) take(checkCertificate(texts, source.names));
      say(validityFault(current, clock()));
    } catch (error) {
      say(`the certificate before is served on, since another one cannot be: ${messageOf(error)}`);
    }
  };
  const take = (certificate: Certificate): void => {
    // If a follower fails, the next check starts again.
    for (const follower of followers) follower(certificate);
    current = certificate;
    const { fingerprint, validTo } = certificate;
    log.warn(
      { event: "certificate_replaced", fingerprint, until: new Date(validTo).toISOString() },
      "another certificate is served from now on",
    );
  };
  say(validityFault(current, clock()));
  const stop = repeat(look);
  return {
    file: source.names.certificate.file,
    current: () => current,
    follow(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    look,
    close: stop,
  };
}

const isSame = (one: Pick<Certificate, "certificate" | "key">, other: typeof one): boolean =>
  one.certificate === other.certificate && one.key === other.key;

/** Runs a task repeatedly, each time some time after the previous run; returns a function that stops it. */
function repeat(task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = (): void => {
    timer = setTimeout(() => void run(), LOOK_MS).unref();
  };
  const run = async (): Promise<void> => {
    await task();
    if (!stopped) wait();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
