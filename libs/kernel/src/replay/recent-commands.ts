/** The commands that made a stream: the last ones, since a stream of which there is one of a kind is as long as the log. Plain data, to be shelved. */
export interface RecentCommands {
  readonly fresh: Set<string>;
  readonly old: Set<string>;
}

/** So many at least are known; twice as many at most. */
const atLeast = 10_000;

export const noCommands = (): RecentCommands => ({ fresh: new Set(), old: new Set() });

export const isRecent = ({ fresh, old }: RecentCommands, commandId: string): boolean => fresh.has(commandId) || old.has(commandId);

/** Changes the set that it is given, and answers what holds afterwards. */
export const withCommand = (commands: RecentCommands, commandId: string): RecentCommands => {
  commands.fresh.add(commandId);
  return commands.fresh.size < atLeast ? commands : { fresh: new Set(), old: commands.fresh };
};
