import { views, type ViewName } from '@tocsin/contracts/catalogue.js';
import { id } from '@tocsin/contracts/ids.js';
import type { z } from 'zod';
import { isSecretField } from './event-visibility.js';
import { viewDefinitions as definitions } from './view-definitions.js';

/** Columns for filters and sorting. A cursor contains the value at its position, so hidden fields can’t be columns. */
export const columnsOf = (view: string): readonly string[] => [
  'id',
  ...Object.keys(definitions.get(view)!.columns ?? {}).filter((name) => !isSecretField(name)),
];

/** The type of a column: that of the field with its name in the shown row. A computed column is the id of an object. */
export const schemaOf = (view: string, column: string): z.ZodType =>
  (views[view as ViewName].shape as Readonly<Record<string, z.ZodType>>)[column] ?? id.nullable();

/** Whether a column contains only instants. */
export const isOfInstants = (view: string, column: string): boolean =>
  schemaOf(view, column).safeParse('2026-11-21T03:12:00.000Z').success && !schemaOf(view, column).safeParse('x').success;
