/** A queue for each subject: work on one subject runs one after the other, in the order of arrival. */
export type RequestTurns = {
  /** Runs `work` once all earlier work on any of these subjects is over. Work on other subjects is not delayed. */
  take<T>(subjects: readonly string[], work: () => Promise<T>): Promise<T>;
};

export function createRequestTurns(): RequestTurns {
  /** Latest work on each subject. */
  const latest = new Map<string, Promise<unknown>>();

  return {
    take(subjects, work) {
      const earlier = subjects.flatMap((subject) => latest.get(subject) ?? []);
      const mine = Promise.allSettled(earlier).then(work);
      for (const subject of subjects) latest.set(subject, mine);
      const leave = (): void => {
        for (const subject of subjects) if (latest.get(subject) === mine) latest.delete(subject);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}
