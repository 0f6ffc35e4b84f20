import type { Room } from '../core/room.js';
import { CoverageCalculator } from './coverage-calculator.js';
import { DrillsController } from './drills.controller.js';

export const drillsRoom: Room = { controllers: [DrillsController], providers: [CoverageCalculator] };
