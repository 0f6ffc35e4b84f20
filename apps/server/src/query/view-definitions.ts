import { domain } from '@tocsin/domain/registry.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';

export const viewDefinitions = new Map(domain.views.map((view) => [view.name, view]));

/** The view that makes the part of a row before a mark; without one its newest part. Undefined for an invalid mark. */
export const partOfView = (view: string, before: string | undefined): AnyView | undefined => {
  const definition = viewDefinitions.get(view)!;
  return before === undefined ? definition : definition.before?.(before);
};
