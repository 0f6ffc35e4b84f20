import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadLater } from './load-later.js';

type Part<Module, Name extends keyof Module> = Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** A component of a module that is loaded when it is first shown. A network that is lost then is an error of the screen. */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Part<Module, Name>> => lazy(async () => ({ default: (await load())[name] as Part<Module, Name> }));

/** The same for what the screen does without for a moment: its module is asked for until it is there. */
export const laterPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyPart(() => loadLater(load), name);
