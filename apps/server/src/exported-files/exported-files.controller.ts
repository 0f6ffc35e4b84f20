import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import type { FileSubject } from '@tocsin/contracts/exported-files/noun.js';
import { limits } from '@tocsin/contracts/limits.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem } from '../problems/problem.js';
import { ViewReader } from '../query/view-reader.js';
import { Downloads } from './downloads.js';
import { FileMaker } from './file-maker.js';
import { labelOf } from './file-texts.js';
import { typeOf, type FileOrder } from './make-file.js';

const dependencies = ['decode', 'log', 'reads', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;
type Exported = RecordedOf<'FileExported'>;
type OfQuarter = Extract<FileSubject, { readonly kind: 'quarter' }>;
type OfPerson = Extract<FileSubject, { readonly kind: 'person' }>;

const eventsPerPage = 100;

/** Files that people exported, each made when its person downloads it. */
@Controller('api/exported-files')
export class ExportedFilesController {
  private readonly downloads: Downloads;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly maker: FileMaker,
    private readonly viewReader: ViewReader,
  ) {
    this.downloads = new Downloads(parts.troubles);
  }

  /** For whoever exported it, and whoever it is about. */
  @Get(':id')
  async file(@Param('id') fileId: string, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const exported = await this.find(fileId);
    const isOf = exported?.data.of.kind === 'person' && exported.data.of.personId === caller.actor.id;
    if (!exported || (exported.meta.actor.id !== caller.actor.id && !isOf)) throw new HttpProblem('exported_file.not_found');
    const order = await this.orderOf(exported);
    const stream = this.downloads.begin((signal) => this.maker.make(order, signal), reply.raw);
    const { type, name } = typeOf[order.kind];
    const number = 'number' in order ? String(order.number) : '';
    reply.type(type).header('content-disposition', `attachment; filename="${name.replace('#', number)}"`);
    void reply.send(stream);
  }

  /** Among the newest. */
  private async find(fileId: string): Promise<Exported | undefined> {
    const { log, decode } = this.parts;
    let before: number | undefined;
    for (let seen = 0; seen < fileLimits.downloadable; seen += eventsPerPage) {
      const page = await log.readStreamBack({ stream: 'exportedFiles', limit: eventsPerPage, ...(before === undefined ? {} : { before }) });
      const found = page.map((stored) => decode(stored) as Exported).find(({ data }) => data.fileId === fileId);
      if (found || page.length === 0) return found;
      before = page.at(-1)!.revision;
    }
    return undefined;
  }

  private async orderOf({ data, meta }: Exported): Promise<FileOrder> {
    const { of, upTo } = data;
    if (of.kind === 'person') return this.orderOfPerson(of, { upTo, at: meta.at });
    if (of.kind === 'quarter') return this.orderOfQuarter(of, data, meta.at);
    const { people, names } = data;
    const [first] = await this.parts.log.readStream(`alertGroup-${of.groupId}`, 0, 1);
    if (!first) throw new HttpProblem('exported_file.not_found');
    const { number } = this.parts.decode(first).data as FactOf<'AlertGroupOpened'>;
    const named = people.map((id, n) => [id, this.nameOf(id) || labelOf(n)] as const);
    const hiddenNames = names ? [] : people.flatMap((id, n) => (this.nameOf(id) ? [[this.nameOf(id), labelOf(n)] as const] : []));
    const hidden = [...hiddenNames, ...people.flatMap((id) => this.addressesOf(id)).map((address) => [address, '[address]'] as const)];
    return {
      kind: of.kind,
      groupId: of.groupId,
      number,
      upTo,
      at: meta.at,
      people,
      names: names ? Object.fromEntries(named) : null,
      hidden,
    };
  }

  /** The groups that the person was paged for come from the message log; everybody else is hidden. */
  private async orderOfPerson(
    { personId, from, to }: OfPerson,
    pinned: { readonly upTo: number; readonly at: string },
  ): Promise<FileOrder> {
    const groups = new Set<string>();
    let seen = 0;
    for (let cursor: string | null | undefined; cursor !== null && seen < fileLimits.pagesOfPerson;) {
      const range = { column: 'startedAt', from, to };
      const query = { where: { personId: [personId] }, range, sort: 'startedAt', descending: true, limit: limits.pageSizeMax };
      const page = await this.viewReader.list('messages', { ...query, ...(cursor ? { cursor } : {}) });
      for (const { row } of page.rows) groups.add(row.groupId);
      seen += page.rows.length;
      cursor = page.next;
    }
    const others = [...this.parts.reads.people.all()].map(({ id }) => id).filter((id) => id !== personId);
    const hidden = others.flatMap((id) => (this.nameOf(id) ? [[this.nameOf(id), 'someone'] as const] : []));
    const { timeZone = 'UTC' } = this.parts.reads.people.get(personId) ?? {};
    const name = this.nameOf(personId) || 'an erased person';
    const isCut = seen >= fileLimits.pagesOfPerson;
    return { kind: 'person', personId, name, timeZone, from, to, ...pinned, groups: [...groups], isCut, others, hidden };
  }

  /** Whoever is not named is hidden, also in what people wrote. */
  private orderOfQuarter({ teamId, quarter }: OfQuarter, { people, names, upTo }: Exported['data'], at: string): FileOrder {
    const { reads } = this.parts;
    const named = new Set(names ? people : []);
    const everybody = [...reads.people.all()].map(({ id }) => id);
    const hidden = everybody.flatMap((id) => (!named.has(id) && this.nameOf(id) ? [[this.nameOf(id), 'someone'] as const] : []));
    const teams = Object.fromEntries([...reads.teams.all()].map(({ id, name }) => [id, name]));
    const namesOf = names ? Object.fromEntries(people.map((id) => [id, this.nameOf(id) || 'an erased person'])) : null;
    return { kind: 'quarter', teamId, quarter, teams, names: namesOf, hidden, upTo, at };
  }

  private nameOf(personId: string): string {
    return readablePersonal(this.parts.reads.people.get(personId)?.name, '');
  }

  private addressesOf(personId: string): readonly string[] {
    const { people, contacts } = this.parts.reads;
    const methods = contacts.get(personId)?.methods ?? [];
    return [people.get(personId)?.email, ...methods.map(({ address }) => address)].flatMap(
      (text) => readablePersonal(text ?? '', '') || [],
    );
  }
}
