/** The wire's types, under the names that the server gives them. Generated: see `npm run client`. */

import type { components } from './schema'

type Schemas = components['schemas']

export type AnnotationPage = Schemas['AnnotationPage']
export type AnnotationSummary = Schemas['AnnotationSummary']
export type AnnotationView = Schemas['AnnotationView']
export type ChunkReceipt = Schemas['ChunkReceipt']
export type FollowerArgs = Schemas['FollowerArgs']
export type GuideArgs = Schemas['GuideArgs']
export type LeaseView = Schemas['LeaseView']
export type Me = Schemas['Me']
export type MonitorSummary = Schemas['MonitorSummary']
export type PhaseTime = Schemas['Phase']
export type PoseTraceView = Schemas['PoseTraceView']
export type Problem = Schemas['Problem']
export type RecordingView = Schemas['RecordingView']
export type ScanView = Schemas['ScanView']
export type Scores = Schemas['Scores']
export type Snapshot = Schemas['Snapshot']
export type StreamSummary = Schemas['StreamSummary']
export type Submission = Schemas['Submission']
export type SubmitReceipt = Schemas['SubmitReceipt']
export type TimedWord = Schemas['TimedWordRecord']
export type AlignmentReport = Schemas['ReportRecord']
export type ViewpointView = Schemas['ViewpointView']
