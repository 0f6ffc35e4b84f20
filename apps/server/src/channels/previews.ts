import type { MessagePreview } from '@tocsin/contracts/alert-groups/previews.js';
import type { Notes } from '../deliveries/notes.js';
import type { ChannelsByKind } from './channels.js';

/** A preview of a page, or of a message for several, for every channel. */
export const previewsOf = <K extends 'page' | 'bundle'>(channels: ChannelsByKind, kind: K, note: Notes[K]): readonly MessagePreview[] =>
  Object.values(channels).map((channel) => ({ channel: channel.kind, ...channel.preview(kind, note) }));
