import type { Planned } from '../state.js';
import type { Way } from './due-pages.js';

/** What Tocsin itself asks of the messages to a person. */
export type BundleCommand =
  | { readonly type: 'FormBundle'; readonly data: Way & Planned }
  | { readonly type: 'StartBundle'; readonly data: Way & { readonly bundleId: string; readonly passedOn?: true } };
