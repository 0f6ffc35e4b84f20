/** A version of a policy, as far as this needs it. */
interface Numbered {
  readonly version: number;
}

/**
 * The version that an alert group follows: the one that it was opened with, or the oldest that is kept where that one is kept no more. Undefined for
 * one that there is not yet. Without zod: screens read this file.
 */
export const followedVersion = <Version extends Numbered>(versions: readonly Version[], pinned: number): Version | undefined =>
  versions.find(({ version }) => version >= pinned);
