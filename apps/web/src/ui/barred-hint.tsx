import type { ReactNode } from 'react';
import { pastBar, useAsOf } from '../data/time/as-of.js';

/** Says who may, where the reader may not. In the past nobody may. */
export const BarredHint = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p className={`text-muted ${className}`}>{useAsOf() === null ? children : pastBar}</p>
);

/** The same, inside a line. */
export const BarredWords = ({ children }: { children: ReactNode }) => (
  <span className="text-muted">{useAsOf() === null ? children : pastBar}</span>
);
