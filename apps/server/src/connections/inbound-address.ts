/** Where the provider of a channel calls this server; null: its public address is not one that a provider calls. */
export const inboundAddress = (publicUrl: string, door: string, ...path: readonly string[]): string | null =>
  publicUrl.startsWith('https://') ? [publicUrl, 'api/channels', door, ...path].join('/') : null;
