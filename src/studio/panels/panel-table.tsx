import type { ComponentType } from 'react'
import type { PanelId } from '#src/state/panel.ts'
import { AdjustPanel } from './adjust/AdjustPanel.tsx'
import { BackgroundPanel } from './background/BackgroundPanel.tsx'
import { DoodlePanel } from './doodle/DoodlePanel.tsx'
import { LayersPanel } from './layers/LayersPanel.tsx'
import { LayoutPanel } from './layout/LayoutPanel.tsx'
import { PhotosPanel } from './photos/PhotosPanel.tsx'
import { PreflightPanel } from './preflight/PreflightPanel.tsx'
import { ProductPanel } from './product/ProductPanel.tsx'
import { SelectionProperties } from './SelectionProperties.tsx'
import { StickersPanel } from './stickers/StickersPanel.tsx'
import { TextPanel } from './text/TextPanel.tsx'
import { ToolsPanel } from './tools/ToolsPanel.tsx'

/** What each panel shows; `preview` covers the window and is no panel. */
export const panelTable: Readonly<Record<Exclude<PanelId, 'preview'>, ComponentType>> = {
  photos: PhotosPanel,
  text: TextPanel,
  doodle: DoodlePanel,
  stickers: StickersPanel,
  background: BackgroundPanel,
  layout: LayoutPanel,
  layers: LayersPanel,
  tools: ToolsPanel,
  adjust: AdjustPanel,
  preflight: PreflightPanel,
  product: ProductPanel,
  properties: SelectionProperties,
}
