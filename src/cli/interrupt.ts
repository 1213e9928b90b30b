/** The exit code of a program that a signal stopped. */
const INTERRUPTED = 130;
/** npm passes a Ctrl-C on to a process that the terminal has told already: those two are one. */
const REPEATED_SIGNAL_MS = 1_000;

/** Closes what is open before the process ends by SIGTERM or Ctrl-C; one that follows later ends it at once. */
export function closeOnInterrupt(close: () => Promise<void>): void {
  let askedAt: number | undefined;
  const stop = (): void => {
    const now = performance.now();
    if (askedAt !== undefined && now - askedAt > REPEATED_SIGNAL_MS) process.exit(INTERRUPTED);
    if (askedAt !== undefined) return;
    askedAt = now;
    void close().finally(() => process.exit(INTERRUPTED));
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}
