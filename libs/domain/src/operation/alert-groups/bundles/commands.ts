import type { DuePlan } from '../due-plan.js';
import type { BundleLineRef } from './due-pages.js';

/** Commands about the messages to one person; only Tocsin itself sends them. */
export type BundleCommand =
  | { readonly type: 'FormBundle'; readonly data: BundleLineRef & DuePlan }
  | { readonly type: 'StartBundle'; readonly data: BundleLineRef & { readonly bundleId: string; readonly passedOn?: true } };
