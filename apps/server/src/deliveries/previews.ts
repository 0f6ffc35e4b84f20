import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { MessagePreview } from '@tocsin/contracts/alert-groups/previews.js';
import type { BundleMessage, Channel, PageMessage } from './channel.js';

/** A preview for every channel. */
export const previewsOf = (channels: Readonly<Record<ContactKind, Channel>>, message: PageMessage): readonly MessagePreview[] =>
  Object.values(channels).map((channel) => ({ channel: channel.kind, ...channel.preview(message) }));

/** The same for a message with several pages. */
export const bundlePreviewsOf = (channels: Readonly<Record<ContactKind, Channel>>, message: BundleMessage): readonly MessagePreview[] =>
  Object.values(channels).map((channel) => ({ channel: channel.kind, ...channel.previewBundle(message) }));
