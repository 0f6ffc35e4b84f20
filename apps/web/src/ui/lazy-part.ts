import { createElement, lazy, type ComponentType } from 'react';
import { loadLater } from './load-later.js';

type Part<Module, Name extends keyof Module> = Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** Of each part that could not be loaded: what makes it load again. */
const failedParts = new Set<() => void>();

/**
 * Lets parts that could not be loaded be asked for again when they are next shown. Called once a failure is on the screen: before, the
 * part that failed is still being drawn, and would be asked for without end.
 */
export function forgetFailedParts(): void {
  for (const forget of failedParts) forget();
  failedParts.clear();
}

/** A component of a module that is loaded when it is first shown. If it can’t be loaded, that is an error for the next boundary above it. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Part<Module, Name> {
  // React keeps a rejection for ever: after one, another is made
  const ask = () =>
    lazy(() =>
      load().then(
        (module) => ({ default: module[name] as ComponentType<object> }),
        (error) => {
          failedParts.add(() => (part = ask()));
          throw error;
        },
      ),
    );
  let part = ask();
  return ((props: object) => createElement(part, props)) as Part<Module, Name>;
}

/** The same for what the screen does without for a moment: its module is asked for until it is there. */
export const laterPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Part<Module, Name> =>
  lazyPart(() => loadLater(load), name);
