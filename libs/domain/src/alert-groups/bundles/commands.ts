import type { Planned } from '../state.js';
import type { Way } from './due-pages.js';

/** Commands about the messages to one person; only Tocsin itself sends them. */
export type BundleCommand =
  | { readonly type: 'FormBundle'; readonly data: Way & Planned }
  | { readonly type: 'StartBundle'; readonly data: Way & { readonly bundleId: string; readonly passedOn?: true } };
