import { createElement, lazy, type ComponentType } from 'react';
import { loadLater } from './load-later.js';

type Part<Module, Name extends keyof Module> = Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** Reload functions of the parts that failed to load. */
const failedParts = new Set<() => void>();

/**
 * Retries failed parts when they are next shown. Called once a failure is on the screen: before, the failed part is still rendering, and would be
 * requested in a loop.
 */
export function forgetFailedParts(): void {
  for (const forget of failedParts) forget();
  failedParts.clear();
}

/** A component of a module that is loaded when it is first shown. If it can’t be loaded, that is an error for the next boundary above it. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Part<Module, Name> {
  // React caches a rejection permanently, so a new promise is made after one
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

/** Non-critical part: loading is retried until it succeeds. */
export const laterPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Part<Module, Name> =>
  lazyPart(() => loadLater(load), name);
