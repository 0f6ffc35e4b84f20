/** A version of a policy, as far as this needs it. */
interface HasVersion {
  readonly version: number;
}

/**
 * The policy version of an alert group: the one it was opened with, or the oldest stored one if that is gone. Undefined for a version that is not
 * stored yet. Without zod, because screens load this file.
 */
export const followedVersion = <Version extends HasVersion>(versions: readonly Version[], pinned: number): Version | undefined =>
  versions.find(({ version }) => version >= pinned);
