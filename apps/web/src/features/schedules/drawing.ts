import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ComponentProps, ReactNode } from 'react';
import type { ShiftBar } from './shared/shift-bar.js';
import type { Period } from './shared/period.js';
import type { ShiftPiece } from './shared/pieces.js';
import type { Span } from './shared/spans.js';
import type { PlacedPiece } from './shared/strip-layout.js';
import type { PlanEdit } from './use-plan-edit.js';

export interface StripRowsProps {
  schedule: ScheduleRow;
  answer: ShiftsAnswer;
  /** The answer for the unsaved edit; null: none. */
  preview: ShiftsAnswer | null;
  period: Period;
  span: Span;
  zone: string;
  today: string;
  now: number;
  /** The linked time; null: none. */
  moment: number | null;
  /** The layers that the answer is about. */
  layers: readonly LayerSetting[];
  edit: PlanEdit;
  form: ReactNode;
  mayOverride: boolean;
  mayConfigure: boolean;
}

/** Common parameters of all strips. */
export interface Drawing extends Omit<StripRowsProps, 'layers' | 'preview' | 'span' | 'today'> {
  grid: ReactNode;
  personOf: (personId: string | null) => ComponentProps<typeof ShiftBar>['person'];
  barWith: (
    onPress: ((piece: ShiftPiece) => void) | null,
    isDraft?: (piece: ShiftPiece) => boolean,
  ) => (piece: PlacedPiece<ShiftPiece>) => ReactNode;
}
