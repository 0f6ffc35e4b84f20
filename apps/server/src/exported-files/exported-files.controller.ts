import { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem } from '../problems/problem.js';
import { FileMaker } from './file-maker.js';
import { labelOf } from './file-texts.js';
import { typeOf, type FileOrder } from './make-file.js';

const dependencies = ['decode', 'log', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;
type Exported = RecordedOf<'FileExported'>;

const eventsPerPage = 100;

/** Files that people exported, each made when its person downloads it. */
@Controller('api/exported-files')
export class ExportedFilesController {
  private running = 0;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly maker: FileMaker,
  ) {}

  @Get(':id')
  async file(@Param('id') fileId: string, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const exported = await this.find(fileId);
    if (exported?.meta.actor.id !== caller.actor.id) throw new HttpProblem('exported_file.not_found');
    const order = await this.orderOf(exported);
    if (this.running >= fileLimits.madeAtOnce) throw new HttpProblem('limit.rate', { seconds: 5 }, undefined, 5);
    this.running += 1;
    const stream = Readable.from(this.maker.make(order), { objectMode: false }).once('close', () => (this.running -= 1));
    const { type, name } = typeOf[order.kind];
    reply.type(type).header('content-disposition', `attachment; filename="${name.replace('#', String(order.number))}"`);
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
    const { of, people, names, upTo } = data;
    const [first] = await this.parts.log.readStream(`alertGroup-${of.groupId}`, 0, 1);
    if (!first) throw new HttpProblem('exported_file.not_found');
    const { number } = this.parts.decode(first).data as FactOf<'AlertGroupOpened'>;
    const nameOf = (id: string): string => readablePersonal(this.parts.reads.people.get(id)?.name ?? '', '');
    const named = people.map((id, n) => [id, nameOf(id) || labelOf(n)] as const);
    const hiddenNames = names ? [] : people.flatMap((id, n) => (nameOf(id) ? [[nameOf(id), labelOf(n)] as const] : []));
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

  private addressesOf(personId: string): readonly string[] {
    const { people, contacts } = this.parts.reads;
    const methods = contacts.get(personId)?.methods ?? [];
    return [people.get(personId)?.email, ...methods.map(({ address }) => address)].flatMap(
      (text) => readablePersonal(text ?? '', '') || [],
    );
  }
}
