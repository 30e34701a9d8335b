/** The messages between a page and the worker that writes files. */

/** A whole file to be written. */
export interface FileRequest {
  readonly id: number;
  readonly path: readonly string[];
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Whether it was. */
export interface FileAnswer {
  readonly id: number;
  readonly isWritten: boolean;
}
