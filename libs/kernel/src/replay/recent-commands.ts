/** The ids of the last commands of a stream. Bounded, because a singleton stream is as long as the log. Plain data, so that it can be spilled. */
export interface RecentCommands {
  readonly fresh: Set<string>;
  readonly old: Set<string>;
}

/** At least this many are remembered, less than twice as many. */
const atLeast = 10_000;

export const createRecentCommands = (): RecentCommands => ({ fresh: new Set(), old: new Set() });

export const copyCommands = ({ fresh, old }: RecentCommands): RecentCommands => ({ fresh: new Set(fresh), old: new Set(old) });

export const isRecent = ({ fresh, old }: RecentCommands, commandId: string): boolean => fresh.has(commandId) || old.has(commandId);

/** Changes the given set, and returns the one to use from now on. */
export const withCommand = (commands: RecentCommands, commandId: string): RecentCommands => {
  commands.fresh.add(commandId);
  return commands.fresh.size < atLeast ? commands : { fresh: new Set(), old: commands.fresh };
};
