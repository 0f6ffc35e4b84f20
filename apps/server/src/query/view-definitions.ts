import { domain } from '@tocsin/domain/registry.js';

/** The views that can be queried, by name. */
export const viewDefinitions = new Map(domain.views.map((view) => [view.name, view]));
