import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { useEffect, useRef } from 'react'
import type { Settings } from '#core/contract/settings.ts'
import styles from './Location.module.css'

export interface MapPlace {
  readonly id: string
  readonly latitude: number
  readonly longitude: number
  readonly name: string
}

interface MapViewProps {
  readonly tiles: NonNullable<Settings['tiles']>
  readonly label: string
  readonly places: readonly MapPlace[]
  /** Marked, and what the map is centred on. */
  readonly chosen: { readonly latitude: number; readonly longitude: number } | null
  /** A press on the map or on a place; without it the map only shows. */
  readonly onChoose?: (latitude: number, longitude: number, place: MapPlace | null) => void
}

const dot = (chosen: boolean): L.DivIcon =>
  L.divIcon({
    className: styles.marker ?? '',
    html: `<span data-chosen="${chosen}"></span>`,
    iconSize: [44, 44],
  })

/** A map on the deployment's tiles, with the places on it. */
export default function MapView({ tiles, label, places, chosen, onChoose }: MapViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map | null>(null)
  const marks = useRef<L.LayerGroup | null>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    if (frame.current === null) return
    const made = L.map(frame.current, { zoomControl: true }).setView([31.2206, 121.4736], 12)
    L.tileLayer(tiles.url, { attribution: tiles.credit, crossOrigin: 'anonymous' }).addTo(made)
    marks.current = L.layerGroup().addTo(made)
    made.on('click', ({ latlng }) => choose.current?.(latlng.lat, latlng.lng, null))
    map.current = made
    return () => {
      made.remove()
      map.current = null
    }
  }, [tiles])
  useEffect(() => {
    const layer = marks.current
    if (layer === null) return
    layer.clearLayers()
    for (const place of places) {
      L.marker([place.latitude, place.longitude], { icon: dot(false), title: place.name })
        .on('click', () => choose.current?.(place.latitude, place.longitude, place))
        .addTo(layer)
    }
    if (chosen !== null) {
      L.marker([chosen.latitude, chosen.longitude], { icon: dot(true) }).addTo(layer)
      map.current?.setView([chosen.latitude, chosen.longitude])
    }
  }, [places, chosen])
  return <div ref={frame} className={styles.map} role="application" aria-label={label} />
}
