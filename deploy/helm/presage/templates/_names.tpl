{{- define "presage.name" -}}
{{- $name := ternary .Release.Name (printf "%s-presage" .Release.Name) (contains "presage" .Release.Name) -}}
{{- $name | trunc 52 | trimSuffix "-" -}}
{{- end }}

{{- define "presage.selector" -}}
app.kubernetes.io/name: presage
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* Pods that serve clients, and operators. */}}
{{- define "presage.served" -}}
{{ include "presage.selector" . }}
{{- if .Values.cluster.enabled }}
app.kubernetes.io/component: gateway
{{- end }}
{{- end }}

{{- define "presage.labels" -}}
{{ include "presage.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "presage.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ printf "%s@%s" .repository .digest }}{{ else }}{{ printf "%s:%s" .repository (default $.Chart.AppVersion .tag) }}{{ end }}
{{- end }}
{{- end }}
