/** The certificate that the addresses serve. One that takes its place in the files is served without a restart. */
import type { Log } from "../log-event.ts";
import { messageOf } from "../store/sql/unavailable.ts";
import { checkCertificate, validityFault } from "./certificate.ts";
import type { Certificate } from "./certificate.ts";
import type { CertificateSource } from "./certificate-source.ts";

export type ServedCertificate = {
  /** The file of the certificate, which clients can be told to trust. */
  readonly file: string;
  current(): Certificate;
  /** Calls with each certificate that takes the place of the one before; returns the end of that. */
  follow(take: (certificate: Certificate) => void): () => void;
  /** Looks once for another certificate. A fault is logged, and the one before is served on. */
  look(): Promise<void>;
  close(): void;
};

export type CertificateUse = {
  readonly source: CertificateSource;
  readonly log: Pick<Log, "warn">;
  /** The time, milliseconds since 1970. */
  readonly clock: () => number;
};

/** Milliseconds between two looks. */
const LOOK_MS = 2_000;

/** Reads the certificate, and looks from time to time if there is another one. Throws an Error of one line. */
export async function serveCertificate({ source, log, clock }: CertificateUse): Promise<ServedCertificate> {
  let current = checkCertificate(await source.read(), source.names);
  let fault: string | undefined;
  const followers = new Set<(certificate: Certificate) => void>();
  /** Logs a fault once, however long it lasts. */
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
    // Where one of them fails, the next look begins anew.
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

/** Runs a task again and again, each time after the one before has ended; returns the end of that. */
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
