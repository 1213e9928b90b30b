/** The refusal of a database that a newer release wrote, with ways out. */
import { RELEASE } from "../../../release.ts";

export type NewerPart = {
  /** The part of the database that this release does not know, after "has": `migration 0050_later.sql`. */
  readonly has: string;
  /** The release that wrote the database last; `undefined` if it is not recorded. */
  readonly release: string | undefined;
  /** A way back without loss, if there is one. */
  readonly cure?: string;
};

/** Describes why this release cannot go on, and which release can. */
export function newerText({ has, release, cure }: NewerPart): string {
  // Builds between two releases have the version of a release.
  const other = release === undefined || release === RELEASE.version ? undefined : `Presage ${release}`;
  const ways = [
    `install ${other ?? "that release"} again`,
    ...(cure === undefined ? [] : [cure]),
    `restore a backup that was made before the update with presage restore`,
  ];
  return (
    `The database has ${has}, which this release (${RELEASE.version}) does not know: ` +
    `${other ?? "a newer release"} wrote it. Nothing was changed. Ways on: ${ways.join("; or ")}.`
  );
}
