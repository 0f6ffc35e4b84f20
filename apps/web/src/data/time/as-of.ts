import { createContext, use } from 'react';

/** The moment that a screen shows. An ordinal is the same moment for ever. */
export interface AsOf {
  readonly ordinal: number;
  /** Log time there. */
  readonly at: string;
}

/** Set around screens in the past alone: duty card, page bar and all else of the frame stay live. */
export const PastContext = createContext<AsOf | null>(null);

/** Why a control is disabled in the past. */
export const pastBar = 'This is the past. Go back to now first.';

/** Null: now. */
export const useAsOf = (): AsOf | null => use(PastContext);

/** The instant that ages and countdowns are counted from where it is neither now nor that of `PastContext`: a frame of a film. */
export const FrameContext = createContext<string | null>(null);
