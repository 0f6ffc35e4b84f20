import { createContext, use } from 'react';

/** Set by `BarredFields`. */
export const Barred = createContext<string | undefined>(undefined);

/** Id of the sentence that explains why a control is disabled; undefined if it is enabled. */
export const useBarred = (): string | undefined => use(Barred);
